// Shows the reference, and passes it the token that the form requests.
(async () => {
  // The search of the reference finds operations, tags and headings of the introduction: so the page adds the guides
  // and their sections to the introduction, as headings with a link. Scalar makes the id of a heading of its first
  // text.
  const content = await (await fetch('openapi.json')).json();
  const tags = new Set(content.tags.map(({ name }) => name)); // each is found by its name already
  const guides = [...document.querySelectorAll('.guides a')].flatMap((guide) => {
    const address = guide.getAttribute('href');
    const sections = JSON.parse(guide.dataset.sections);
    return [
      `## ${guide.textContent} [Read the guide](${address})`,
      ...sections
        .filter(({ title }) => !tags.has(title))
        .map(({ id, title }) => `### ${title} [${guide.textContent}](${address}#${id})`),
    ];
  });
  content.info.description += `\n\n${guides.join('\n\n')}`;

  const configuration = {
    content,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'none',
    hideClientButton: true,
    persistAuth: false,
    proxyUrl: '',
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
  document.getElementById('reference').replaceChildren();
  const reference = Scalar.createApiReference('#reference', configuration);

  // The header follows the switch of the reference.
  const follow = () => {
    const { classList } = document.body;
    if (classList.contains('dark-mode')) document.documentElement.style.colorScheme = 'dark';
    else if (classList.contains('light-mode')) document.documentElement.style.colorScheme = 'light';
  };
  new MutationObserver(follow).observe(document.body, { attributeFilter: ['class'] });
  follow();

  const form = document.getElementById('token');
  const result = document.getElementById('token-result');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.textContent = 'Waiting for the service …';
    const { client_id, client_secret } = Object.fromEntries(new FormData(form));
    try {
      const response = await fetch('auth/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
      });
      const body = await response.json();
      if (!response.ok) throw new Error(body.error?.message ?? 'The service refuses these values.');
      const bearer = { token: body.access_token };
      reference.updateConfiguration({
        ...configuration,
        authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer } },
      });
      form.elements.client_secret.value = '';
      result.textContent = 'The token is set, for one hour. Test requests below use it.';
    } catch (error) {
      result.textContent = `No token: ${error.message}`;
    }
  });
})();
