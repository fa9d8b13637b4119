/**
 * Path of the third-party notices inside the compiled program, compressed by Brotli; null when it runs from its sources. The
 * build replaces this module by one that names the file.
 */
export const noticesPath: string | null = null;
