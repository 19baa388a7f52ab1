// The Content-Security-Policy of the page forbids inline styles. The reference creates `style` elements; this script
// gives it inert elements instead, and adopts their text as constructed style sheets, which the policy allows.
// Attributes `style` are set through the object model, which it allows too.
(() => {
  const NAME = 'adopted-style';
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    if (String(name).toLowerCase() !== 'style') return create(name, options);
    const element = create(NAME);
    element.hidden = true;
    return element;
  };
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this.style) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...inner,
    set(html) {
      inner.set.call(this, String(html).replaceAll(/(<[^<>]*) style="([^"]*)"/g, '$1 data-style="$2"'));
      for (const element of this.querySelectorAll('[data-style]')) {
        element.style.cssText = element.dataset.style;
      }
    },
  });

  /** By element: its style sheet, and the text that the sheet was made of. */
  const adopted = new Map();
  const adopt = () => {
    const elements = [...document.querySelectorAll(NAME)];
    for (const element of adopted.keys()) if (!element.isConnected) adopted.delete(element);
    for (const element of elements) {
      const text = element.textContent;
      const known = adopted.get(element);
      if (known?.text === text) continue;
      const sheet = known?.sheet ?? new CSSStyleSheet();
      sheet.replaceSync(text);
      adopted.set(element, { sheet, text });
    }
    document.adoptedStyleSheets = elements.map((element) => adopted.get(element).sheet);
  };
  const isStyle = (node) => node.localName === NAME || Boolean(node.querySelector?.(NAME));
  const concernsStyles = ({ target, addedNodes, removedNodes }) =>
    target.localName === NAME ||
    target.parentNode?.localName === NAME ||
    [...addedNodes, ...removedNodes].some(isStyle);
  new MutationObserver((records) => {
    if (records.some(concernsStyles)) adopt();
  }).observe(document, { childList: true, subtree: true, characterData: true });
})();
