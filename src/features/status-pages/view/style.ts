/** Style and script of status pages, which the document holds whole: their policy names both by hash. */

export const STYLE = `:root{color-scheme:light dark;--ground:#f7f8f7;--surface:#fff;--ink:#1b2023;--soft:#4f5b5c;--line:#dde2e1;--accent:#0b6e5f;--on-accent:#fff;--up:#2e8b57;--part:#b7791f;--down:#c0392b;--none:#c3cbca;--up-text:#1f6b41;--part-text:#7d5210;--down-text:#a3281b;font:16px/1.5 system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{--ground:#131718;--surface:#1b2122;--ink:#e9edec;--soft:#a9b5b4;--line:#30393a;--accent:#63cdb8;--on-accent:#06231e;--up:#4cbb80;--part:#e0a94a;--down:#ef7567;--none:#465152;--up-text:#6fd39c;--part-text:#ecc173;--down-text:#f79a8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 3rem;display:grid;gap:1.5rem}
h1{margin:0;font-size:1.625rem;line-height:1.2}
h2{margin:0 0 .75rem;font-size:1.125rem}
h3{margin:0;font-size:1rem}
p,ul,ol{margin:0;padding:0}
ul,ol{list-style:none}
a{color:var(--accent)}
.text{white-space:pre-line}
.soft{color:var(--soft);font-size:.875rem}
.state{display:grid;gap:.25rem;padding:1rem 1.25rem;border-radius:10px;background:var(--surface);border:1px solid var(--line);border-inline-start:6px solid var(--none)}
.state h2{margin:0}
.state.up{border-inline-start-color:var(--up)}
.state.maintenance,.state.incident,.state.partly_down{border-inline-start-color:var(--part)}
.state.down{border-inline-start-color:var(--down)}
.box{background:var(--surface);border:1px solid var(--line);border-radius:10px}
.box>li,.box>article{padding:1rem 1.25rem;display:grid;gap:.5rem}
.box>*+*{border-top:1px solid var(--line)}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.is-up{color:var(--up-text)}.is-down{color:var(--down-text)}.is-maintenance{color:var(--part-text)}.is-unknown,.is-paused{color:var(--soft)}
.row strong{font-weight:600}
svg{display:block;width:100%;height:32px}
.u{fill:var(--up)}.d{fill:var(--down)}.n{fill:var(--none)}
.notes{display:grid;gap:.75rem;padding-inline-start:.75rem;border-inline-start:3px solid var(--line)}
.day{margin:1.25rem 0 .5rem}
form{display:grid;gap:.75rem}
.field{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
label{display:grid;gap:.25rem;flex:1 1 14rem}
input{min-height:44px;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:8px;font:inherit;background:var(--ground);color:var(--ink)}
button{min-height:44px;padding:.5rem 1rem;border:0;border-radius:8px;font:inherit;font-weight:600;background:var(--accent);color:var(--on-accent);cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}`;

/** Shows times in the visitor's zone; without it they are in that of the owner. */
export const SCRIPT = `const l=document.documentElement.lang;const f=new Intl.DateTimeFormat([...navigator.languages.filter(n=>n.startsWith(l)),l],{dateStyle:'medium',timeStyle:'short'});for(const t of document.querySelectorAll('time'))t.textContent=f.format(new Date(t.dateTime));const z=document.querySelector('[data-zone]');if(z)z.textContent=f.resolvedOptions().timeZone`;

const hashOf = (text: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;

export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
