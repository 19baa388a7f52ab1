import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Usual paths in distributions. */
const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless Chromium of this machine: CHROMIUM_PATH, else a usual path. Without one, tests fail. */
export function launchChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  const executablePath = given ? given : USUAL.find((path) => existsSync(path));
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error('There is no Chromium: install it (apt-get install chromium), or set CHROMIUM_PATH.');
  // Root, as which CI runs, may not use its sandbox; it opens nothing but our own pages.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
