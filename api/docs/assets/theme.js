// Before the page is drawn, so that it does not flash: the colours that the reader chose, here or in the dashboard.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const chosen = localStorage.getItem('mantine-color-scheme-value');
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  } catch {}
})();
