import { expect, sharingTest as test } from '../harness/test.ts';

test('a key with more rights than a browser needs is refused, and the page says which key to enter', {
  tag: '@smoke',
}, async ({ wary, service }) => {
  const settings = await wary.open(wary.url('settings.html#service'));
  const key = settings.getByLabel('Key', { exact: true });
  const save = async (written: string) => {
    await key.fill(written);
    await settings.getByRole('button', { name: 'Check and save' }).click();
  };
  await save(service.keys.user);
  await expect(settings.getByText(/^Not saved: This is the key of a person/)).toBeVisible();
  await save(service.keys.organization);
  await expect(settings.getByText(/^Not saved: This key can do more than .* needs \(read\)/)).toBeVisible();
  await save(service.keys.report);
  await expect(settings.getByText(/^Not saved: This key lacks what is needed \(protect\)/)).toBeVisible();
  await save('wary_nobody');
  await expect(settings.getByText(/^Not saved: The service doesn’t accept this key/)).toBeVisible();
  // The entered key is still there for correction, and the previous key is in force.
  await expect(key).toHaveValue('wary_nobody');
  await save(service.keys.publishable);
  await expect(settings.getByText(/^Saved\. The service answers as/)).toBeVisible();
});
