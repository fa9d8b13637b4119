/** The browser script is imported as text, never run here. */
declare module '*/page.js' {
  const text: string;
  export = text;
}
