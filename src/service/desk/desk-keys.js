// The keys of the desk. Whatever they do, a link or a control of the page does too.
document.documentElement.classList.add('has-script');
document.querySelector('.cases [aria-current]')?.scrollIntoView({ block: 'nearest' });

const isTyped = ({ target }) => target.matches('input:not([type=radio], [type=checkbox]), textarea, select');

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.key === 'Escape') event.target.blur();
  if (isTyped(event)) return;
  const control = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!control?.checkVisibility()) return;
  event.preventDefault();
  control.focus();
  if (!control.matches('[type=search]')) control.click();
  if (control.matches('[type=radio]')) document.getElementById('note').focus();
});

for (const select of document.querySelectorAll('select[data-into]'))
  select.addEventListener('change', () => {
    const field = document.getElementById(select.dataset.into);
    const isOwn = ![...select.options].some(({ value }) => value === field.value);
    field.value = isOwn ? `${field.value}\n${select.value}`.trim() : select.value;
  });
