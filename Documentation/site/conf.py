"""Settings of Sphinx for build.py, which writes the pages that this reads."""

project = "PredicateFormat"
html_title = project
extensions = ["myst_parser"]
html_theme = "furo"
html_static_path = ["site.css", "site.js"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "icon.svg"
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False
smartquotes = False
pygments_style = "default"
pygments_dark_style = "github-dark"
# Pages show wrong input on purpose. Anchors in HTML are not known here: check_site.py follows all links.
suppress_warnings = ["misc.highlighting_failure", "myst.xref_missing"]

# The pages are GitHub's Markdown. Toctrees need directives, and nothing else needs MyST.
myst_disable_syntax = ["myst_role", "myst_line_comment", "myst_block_break", "myst_target", "math_inline"]
myst_heading_anchors = 6  # as GitHub names them
