/** Texts kept in files of their own are imported as text and travel inside the compiled program. */
declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.br' {
  /** Path of the file. */
  const path: string;
  export default path;
}

declare module '*.svg' {
  /** Address of the picture. */
  const address: string;
  export default address;
}

declare module '*/push-worker.js' {
  const text: string;
  export default text;
}
