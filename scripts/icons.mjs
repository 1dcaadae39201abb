// `npm run icons`: the icon in the sizes and containers that systems want, from resources/icons/icon.svg, drawn by Chromium.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { icnsOf, icoOf } from './icon-containers.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'resources', 'icons');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

const browser = await chromium.launch({
  executablePath: process.env.REPRISE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
/** @type {Map<number, Buffer>} */
const pictures = new Map();
for (const size of sizes) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  pictures.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

mkdirSync(folder, { recursive: true });
for (const [size, picture] of pictures) writeFileSync(join(folder, `${size}x${size}.png`), picture);
writeFileSync(join(folder, 'icon.ico'), icoOf(pictures));
writeFileSync(join(folder, 'icon.icns'), icnsOf(pictures));
