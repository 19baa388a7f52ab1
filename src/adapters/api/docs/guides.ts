import { readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';

/** The same place from `src/` and from `dist/`. */
const FOLDER = path.join(__dirname, '../../../../docs/guides');

/** The guides in the order in which they are listed: each is a Markdown file of that name. */
export const GUIDES = [
  'first-invoice',
  'corrections',
  'peppol-sandbox',
  'receiving',
  'vat-categories',
  'retries',
  'lists',
  'webhooks',
  'errors',
] as const;
export type GuideName = (typeof GUIDES)[number];

export interface Guide {
  readonly name: GuideName;
  readonly title: string;
  /** The first paragraph as text, for lists of guides. */
  readonly summary: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Renders a guide. Its headings get ids, and links to other guides lead to their pages. */
export function guideOf(name: GuideName): Guide {
  const markdown = new MarkdownIt({ html: false });
  const tokens = markdown.parse(readFileSync(path.join(FOLDER, `${name}.md`), 'utf8'), {});
  const sections: { id: string; title: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 1];
    if (token.type !== 'heading_open' || !inline) continue;
    const title = textOf(inline);
    const id = slugOf(title);
    token.attrSet('id', id);
    if (token.tag === 'h2') sections.push({ id, title });
  }
  return {
    name,
    title: textOf(tokens[1]!),
    summary: textOf(tokens[4]!),
    html: rendered(markdown, tokens),
    sections,
  };
}

function rendered(markdown: MarkdownIt, tokens: Token[]): string {
  const { rules } = markdown.renderer;
  rules['heading_close'] = (all, index) => {
    const open = all[index - 2]!;
    const link =
      open.tag === 'h1'
        ? ''
        : ` <a class="anchor" href="#${open.attrGet('id')}" aria-label="Link to this section">#</a>`;
    return `${link}</${open.tag}>\n`;
  };
  // Wide tables and programs scroll on their own, by keyboard too.
  let tables = 0;
  rules['table_open'] = () =>
    `<div class="scrolls" role="region" aria-label="Table ${++tables}" tabindex="0"><table>\n`;
  rules['table_close'] = () => '</table></div>\n';
  rules['th_open'] = () => '<th scope="col">';
  rules['fence'] = (all, index) => {
    const { info, content } = all[index]!;
    const escaped = markdown.utils.escapeHtml(content);
    return `<pre class="${info.trim()}" tabindex="0"><code>${escaped}</code></pre>\n`;
  };
  rules['link_open'] = (all, index, options, _env, self) => {
    const link = all[index]!;
    link.attrSet('href', (link.attrGet('href') ?? '').replace(/^([a-z-]+)\.md(?=#|$)/, '$1'));
    return self.renderToken(all, index, options);
  };
  return markdown.renderer.render(tokens, markdown.options, {});
}

function textOf(inline: Token): string {
  return (inline.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
