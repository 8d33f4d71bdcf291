// Pages that are opened as files cannot read other pages, so search shows only their titles.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
