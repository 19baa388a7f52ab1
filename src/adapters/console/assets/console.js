// The console's only script: buttons that copy. Without JavaScript they stay hidden, and the text can be selected.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.firstChild;
  const before = label.data;
  button.hidden = false;
  button.addEventListener('click', () => {
    copy(source).then((copied) => {
      label.data = copied ? 'Copied' : 'Selected';
      announce(copied ? 'Copied.' : 'Selected. Copy it with the keyboard.');
      setTimeout(() => {
        label.data = before;
      }, 2000);
    });
  });
}

/** Copies, or selects the text: browsers allow clipboard access only over TLS or on localhost. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}

function announce(text) {
  const status = document.getElementById('copied');
  if (status) status.textContent = text;
}
