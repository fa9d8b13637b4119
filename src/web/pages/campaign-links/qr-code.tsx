/** A QR code of an address: dark on white in either theme, since cameras ask for it, and as a file. */
import { Download } from 'lucide-react';
import { encode } from 'uqr';
import * as labels from '../../labels/campaign-links.tsx';

/** Empty modules around the code. Source: ISO/IEC 18004, quiet zone. */
const QUIET_ZONE = 4;

/** Returns the modules of a code; undefined for a text that is too long for one. */
function toModules(text: string): readonly (readonly boolean[])[] | undefined {
  try {
    return encode(text, { ecc: 'M', border: QUIET_ZONE }).data;
  } catch {
    return undefined;
  }
}

/** Draws the dark modules of each row as one run after another. */
const toPath = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`];
      }),
    )
    .join('');

/** Returns the code as the text of an SVG file. */
const toSvg = (path: string, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;

export function QrCode({ text }: { readonly text: string }) {
  const modules = toModules(text);
  if (!modules) return <p className="soft">{labels.tooLongForCode}</p>;
  const size = modules.length;
  const path = toPath(modules);
  const file = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvg(path, size))}`;
  return (
    <figure className="qr-code">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={labels.codeOfLink}
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <figcaption>
        <a className="button small" href={file} download="campaign-link.svg">
          <Download size={16} aria-hidden="true" /> {labels.downloadCode}
        </a>
      </figcaption>
    </figure>
  );
}
