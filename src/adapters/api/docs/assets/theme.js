// The reference stores the choice of its switch; the guides follow it. Without a choice, the system decides.
(() => {
  const chosen = localStorage.getItem('colorMode');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.style.colorScheme = chosen;
})();
