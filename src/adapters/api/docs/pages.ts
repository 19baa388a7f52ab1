import { type Guide, guideOf, GUIDES } from './guides';

const NAME = 'Invoicing API';

/** `/docs`: the list of guides, and below it the reference, which the scripts put into `#reference`. */
export function referencePage(): string {
  const guides = GUIDES.map(guideOf).map(({ name, title, summary, sections }) => {
    const listed = escaped(JSON.stringify(sections));
    return `<li><a href="docs/${name}" data-sections="${listed}">${title}</a><p>${escaped(summary)}</p></li>`;
  });
  return page({
    title: NAME,
    folder: 'docs/',
    current: 'reference',
    head: ['adopted-styles.js', 'scalar.js', 'reference.js']
      .map((file) => `\n    <script src="docs/${file}" defer></script>`)
      .join(''),
    // The reference has a `main` of its own.
    body: `<section class="start" aria-labelledby="guides">
        <h1>${NAME}</h1>
        <h2 id="guides">Guides</h2>
        <ul class="guides">${guides.join('')}</ul>
        <form id="token" aria-labelledby="token-title">
          <h2 id="token-title">Get a token to try it</h2>
          <p>With a token, <em>Test request</em> of each operation below calls this service. The token and the secret
            stay in this page until it is closed.</p>
          <label>Client id <input name="client_id" autocomplete="off" maxlength="64" required></label>
          <label>Client secret <input name="client_secret" type="password" autocomplete="off" maxlength="200" required></label>
          <button>Get a token</button>
          <p id="token-result" role="status"></p>
        </form>
      </section>
      <div id="reference"><p class="start">The reference is loading. It needs JavaScript; the
        same description is at <a href="openapi.json">openapi.json</a>.</p></div>`,
  });
}

export function guidePage(guide: Guide): string {
  const sections = guide.sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`);
  return page({
    title: `${guide.title} · ${NAME}`,
    folder: '',
    current: guide.name,
    head: '',
    body: `<div class="guide">
      <nav class="contents" aria-label="On this page"><ol>${sections.join('')}</ol></nav>
      <main>${guide.html}</main>
    </div>`,
  });
}

interface Page {
  readonly title: string;
  /**
   * Leads from the page to the folder of the files and guides; addresses are relative, since a proxy may add a path.
   */
  readonly folder: string;
  readonly current: string;
  readonly head: string;
  readonly body: string;
}

function page({ title, folder, current, head, body }: Page): string {
  const link = (name: string, address: string, text: string) =>
    `<a href="${address}"${name === current ? ' aria-current="page"' : ''}>${text}</a>`;
  const start = folder === '' ? '../docs' : 'docs';
  const guides = GUIDES.map((name) => link(name, `${folder}${name}`, escaped(guideOf(name).title)));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${folder}docs.css">
    <link rel="icon" type="image/svg+xml" href="${folder}icon.svg">
    <script src="${folder}theme.js"></script>${head}
  </head>
  <body>
    <div class="bar">
      <nav aria-label="Main">
        ${[link('reference', start, 'Reference'), ...guides].join('\n        ')}
      </nav>
    </div>
    ${body}
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
