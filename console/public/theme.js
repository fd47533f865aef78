{
  let c;
  try {
    c = localStorage.getItem('hrev-theme');
  } catch {}
  if (!/^(light|dark)$/.test(c)) c = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.mantineColorScheme = c;
}
