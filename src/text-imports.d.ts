/** Statements kept in files of their own are imported as text and travel inside the compiled program. */
declare module '*.sql' {
  const text: string;
  export default text;
}
