/** Decodes what CloudFront escapes, in logs of either format. Source: CloudFront, standard logging reference. */

const decode = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Decodes a header: they are escaped once, before 2020 twice. */
export const decodeCloudFront = (text: string): string => decode(decode(text));
