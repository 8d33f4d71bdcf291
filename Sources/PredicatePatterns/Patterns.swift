/// PCRE2.
