import { expect, sharingTest as test } from '../harness/test.ts';

test('a screen reader reads the form of the portal, what is wrong with it, and the page of the receipt', async ({
  wary,
}) => {
  const page = await wary.open('http://portal.wary.test/acme/report');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner
    - main:
      - heading "Report a scam to Acme" [level=1]
      - textbox "What do you want to report?"
      - group "What kind of scam is it? (optional)":
        - radio "I don’t know" [checked]
      - textbox "What happened? (optional)"
      - button "Picture and files (optional)"
      - textbox "How can we reach you? (optional)"
      - button "Send report"
  `);
  const assets = page.getByRole('textbox', { name: 'What do you want to report?' });
  await assets.fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Send report' }).click();
  // The page has no scripts: the field with the problem has the focus when it opens.
  await expect(assets).toBeFocused();
  await expect(assets).toHaveAccessibleDescription(/in a private network, not on the internet\.$/);
  await expect(assets).toHaveAttribute('aria-invalid', 'true');
  await assets.fill('https://read-aloud.example/');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page).toHaveTitle('Report received · Acme');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Your report has reached Acme" [level=1]
    - status:
      - heading "Received" [level=2]
      - paragraph: A reviewer will check it.
    - heading "What you sent" [level=2]
    - list:
      - listitem:
        - paragraph: Site
        - paragraph: read-aloud.example
    - heading "Come back to this page" [level=2]
    - paragraph:
      - link /portal.wary.test/
    - paragraph:
      - link "Report something else"
  `);
});
