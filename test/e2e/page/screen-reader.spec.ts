import { expect, sharingTest as test } from '../harness/test.ts';

test('a screen reader reads what was stopped, then the way back, then the parts of the warning', async ({ wary }) => {
  const page = await wary.open('http://drainer.wary.test/claim');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - status: "This site empties wallets: drainer.wary.test"
    - main:
      - heading "This site empties wallets" [level=1]
      - paragraph: /within seconds/
      - paragraph: /drainer/
      - paragraph: /Listed by Acme Security/
      - button "Go back to safety"
      - link /Do this now/
      - button "I know this site is fine" [expanded=false]
      - button "I know more about this site"
      - button "Why was this stopped?" [expanded=false]
      - button "Open it anyway" [expanded=false]
  `);
  await page.getByRole('button', { name: 'Open it anyway' }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - button "Open it anyway" [expanded]
    - heading "Open drainer.wary.test anyway?" [level=2]
    - group "For how long":
      - radio "Only in this tab" [checked]
      - radio "For one day"
      - radio "Always"
    - button "Open drainer.wary.test"
    - status: /works now/
    - button "Cancel"
  `);
});

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
