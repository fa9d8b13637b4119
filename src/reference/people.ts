/** Parts of people's user agents that look like a robot's. Our own tables, from public lists of browsers and apps. */

/**
 * Tokens of apps, televisions and phones in which a word of a list of robots occurs: `Catcher` of Hisense's televisions, `Sonic` of
 * Slack, `SogouMobileBrowser`, `MetaIAB Facebook`, which are browsers within apps. They are no sign of a robot where the user agent
 * names a browser's engine.
 */
export const PEOPLE_PATTERNS: readonly string[] = String.raw`
\bMetaIAB \w+
\bSogou(?:MSE|MobileBrowser)\b
sogousz\d
\bViber\b
\bSmartNews\w*
\bNewsBreak\b
\bFeedly\b
\bWhatsApp\b
\bApple ?News\b
\bGoogleHypersonic\b
\bGoogle Earth\b
\bWindowsStore\/\S+ Sonic\b
\b(?:Trae|Code)\/(?=\d[^()]* Electron\/)
\bQQDownload\b
\bFluid\/[\d.]+ Safari\b
\bchromeframe\b
\bair\.com\.\w+
\bhttp:\/\/bsalsa\.com\b
\bAlphaServer\b
\bProxyless\b
\bCE-HTML\/1\.0
\bHbbTV\/[\d.]+ \([^()]*\)
\bNETTV\/[\d.]+
\bOMI\/[\d.]+Catcher[\d.]+
\bOpera TV Store\/\d+
\bBDP7G\/[\d.]+
Google ?TV
\basus_google_cube\b
\) Google\/[\d.]+ AppleWebKit
\bRadar (?:4G|C110e)\b
\bSAMSUNG-GT-[\w-]+(?:\/[\d.]+)?
\bBada\/[\d.]+
\bwebOS\/1\.0
\bJava(?:Platform\/JP-|\/Jbed\/)[\d.]+
\bMAUI ?\([^()]*\)
\b(?:Browser\/Opera|Release\/[\d.]+) \(HTTPS\)
\bNucleus;
\bTS1008\/
\/java_c_\d+\w
\bREX\/[\d.]+
HTTP PGDL
^dv\(iP[\s\S]*
^i(?:Phone|PodTouch)\w*$
^smarttv_[\s\S]*
`
  .trim()
  .split('\n');

/** Robots whose user agent neither list knows. */
export const OWN_CRAWLER_PATTERNS: readonly string[] = String.raw`
Assetnote\/
Catchpoint
Laravel Reaver
yunjiankong
rv:geckoversion
\bHLB\/
`
  .trim()
  .split('\n');
