/** The first match wins: most user agents also contain the names of browsers that they are compatible with. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,5})/],
  ['Opera', /\bOPR\/(\d{1,5})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,5})/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d{1,5})/],
  ['Safari', /\bVersion\/(\d{1,5})[\d.]{0,20} (?:Mobile\/\w{1,20} )?Safari\//],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * `Mozilla/5.0 (X11; Linux x86_64; rv:128.0) …` → `Firefox 128, Linux`; an unknown user agent is returned shortened.
 */
export function browserName(user_agent: string | null): string {
  if (user_agent === null) return 'Unknown browser';
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(user_agent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([sign]) => user_agent.includes(sign))?.[1];
    return [`${name} ${version}`, ...(system ? [system] : [])].join(', ');
  }
  return user_agent.slice(0, 60);
}
