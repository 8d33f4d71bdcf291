// Pages that are opened as files cannot read other pages, so search shows only their titles.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
// A short option stays on one line.
addEventListener("DOMContentLoaded", () => {
  for (const code of document.querySelectorAll("code.literal")) code.classList.toggle("short", code.textContent.length < 25);
});
