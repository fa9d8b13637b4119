/** Adds the styles of a page that is loaded on demand: what its module imports as a style sheet would be in that of every page. */
export function addStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
