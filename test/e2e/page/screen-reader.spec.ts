import { announcements } from '../harness/page/announcements.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('a screen reader reads the one message of the popup, and what can be done about it', async ({ wary }) => {
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await expect(popup.getByRole('main')).toMatchAriaSnapshot(`
    - button "Settings"
    - status:
      - heading "Not on the blocklist" [level=1]
      - paragraph
    - paragraph: About quiet.example
    - button "Report a scam"
    - paragraph: /Protected/
  `);
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByRole('main')).toMatchAriaSnapshot(`
    - button "Back"
    - heading "Report a scam" [level=1]
    - status:
      - paragraph: Report sent
  `);
});

test('a screen reader reads each part of a report with its name, and is told what is wrong and what became of it', async ({
  wary,
}) => {
  const popup = await wary.popup(await wary.open('http://quiet.example/login'));
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await expect(popup.getByRole('button', { name: 'Remove quiet.example' })).toBeVisible();
  await expect(popup.getByRole('main')).toMatchAriaSnapshot(`
    - button "Back"
    - heading "Report a scam" [level=1]
    - list "What to report":
      - listitem:
        - text: Site quiet.example
        - group "What should be blocked?":
          - radio "The whole site quiet.example" [checked]
          - radio "Only the page quiet.example/login"
        - button "Remove quiet.example"
    - button "Pick from what the page shows"
    - textbox "Add a site, address or account"
    - button "Add"
    - group "What kind of scam is it?":
      - radio "Empties wallets"
    - textbox "What happened? (optional)"
    - group "Picture and files (optional)":
      - button "Take a picture of the page"
    - textbox "How to reach you (optional)"
    - button "Send report"
    - button "Cancel"
  `);
  const said = await announcements(popup);
  await popup.getByRole('button', { name: 'Remove quiet.example' }).click();
  await popup.getByRole('button', { name: 'Send report' }).click();
  const field = popup.getByRole('textbox', { name: 'Add a site, address or account' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Add at least one site, address or account\.$/);
  expect(await said()).toEqual(['alert: Add at least one site, address or account.']);
  await field.fill('http://quiet.example/');
  await field.press('Enter');
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^status: Report sent ?Thank you\. Reference \d+\.$/);
});

test('a screen reader reads the settings by sections, and is told what was saved, found or refused', async ({
  wary,
}) => {
  const settings = await wary.open(wary.url('settings.html'));
  await expect(settings.getByRole('region', { name: 'Language' })).toBeVisible();
  await expect(settings.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Settings" [level=1]
    - textbox "Find a setting"
    - navigation "Sections":
      - list:
        - listitem:
          - link "Protection"
    - status
    - region "Protection":
      - heading "Protection" [level=2]
      - checkbox "Stop listed sites" [checked]
      - group "When a match cannot be confirmed":
        - radio "Stop it, and let me go on" [checked]
    - region "State of the protection":
      - heading "State of the protection" [level=2]
      - button "Check now"
      - link "Test that it works"
    - region "Sites you allowed"
    - region "Reports and disputes"
    - region "What left this browser"
    - region "What it did"
    - region "Service":
      - textbox "Address"
      - textbox "Key"
      - button "Check and save"
    - region "Language":
      - combobox "Language"
    - region "About"
  `);
  const said = await announcements(settings);
  await settings.getByRole('checkbox', { name: 'Point out sites that look like others' }).click();
  await expect.poll(said).toEqual(['status: Saved']);
  const address = settings.getByRole('textbox', { name: 'Address' });
  await address.fill('service.example');
  await settings.getByRole('button', { name: 'Check and save' }).click();
  await expect(address).toBeFocused();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^alert: Write an address that begins with https/);
  await settings.getByRole('textbox', { name: 'Find a setting' }).fill('privacy');
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^status: \d sections? found$/);
});

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
        - radio "I do not know" [checked]
      - textbox "What happened? (optional)"
      - button "Picture and files (optional)"
      - textbox "How can we reach you? (optional)"
      - button "Send the report"
  `);
  const assets = page.getByRole('textbox', { name: 'What do you want to report?' });
  await assets.fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Send the report' }).click();
  // The page has no scripts: the field with the problem has the focus when it opens.
  await expect(assets).toBeFocused();
  await expect(assets).toHaveAccessibleDescription(/inside a network, and not on the public Internet\.$/);
  await expect(assets).toHaveAttribute('aria-invalid', 'true');
  await assets.fill('https://read-aloud.example/');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page).toHaveTitle('Report received · Acme');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Your report has reached Acme" [level=1]
    - status:
      - heading "Received" [level=2]
      - paragraph: It waits for its review.
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
