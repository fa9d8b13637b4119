/** Pages behind links in mails and from people: no scripts, no resources. */
import type { Language } from '../core/languages.ts';

const STYLE = `:root{color-scheme:light dark;--ground:#f7f8f7;--surface:#fff;--ink:#1b2023;--line:#dde2e1;--accent:#0b6e5f;--on-accent:#fff;font:16px/1.5 system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{--ground:#131718;--surface:#1b2122;--ink:#e9edec;--line:#30393a;--accent:#63cdb8;--on-accent:#06231e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
main{max-width:30rem;margin:6vh auto 0;padding:1rem}
div{display:grid;gap:1rem;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.25rem}
label{display:grid;gap:.25rem}
input{min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;font:inherit;background:var(--ground);color:var(--ink)}
form{display:grid;gap:1rem}
h1{margin:0;font-size:1.375rem;line-height:1.2}
p,form{margin:0}
button{min-height:44px;padding:.5rem 1rem;border:0;border-radius:8px;font:inherit;font-weight:600;background:var(--accent);color:var(--on-accent);cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

const styleHash = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');

/** Allows the style by hash and the form only. The URL contains a token: no referrer, no cache. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

interface Page {
  readonly status: number;
  /** It must not come from users. */
  readonly title: string;
  /** HTML. */
  readonly content: string;
  readonly language: Language;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a page in English. `content` is HTML; `title` must not come from users. */
export const plainPage = (status: number, title: string, content: string): Response =>
  translatedPage({ status, title, content, language: 'en' });

/** Creates a page. */
export function translatedPage({ status, title, content, language, headers }: Page): Response {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Footfall</title>
<style>${STYLE}</style>
</head>
<body><main><div><h1>${title}</h1>${content}</div></main></body>
</html>
`;
  return new Response(html, { status, headers: { ...HEADERS, ...headers } });
}

/** Creates the page for an unknown link, or one of a deleted user. */
export const unknownLinkPage = (): Response =>
  plainPage(
    404,
    'This link doesn’t work',
    '<p>It’s incomplete or belongs to another server. Open the full link from the email.</p>',
  );
