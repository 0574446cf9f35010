// Refuses a recovery phrase or private key in the field, before the form is sent.
const field = document.querySelector('[data-secret]');

const refuse = (event) => {
  const isSecret = holdsSecret(field.value);
  field.setCustomValidity(isSecret ? field.dataset.secret : '');
  if (!isSecret) return;
  event.preventDefault();
  field.reportValidity();
};

field.addEventListener('input', refuse);
field.form.addEventListener('submit', refuse);
