import type { Page } from '@playwright/test';
import { visit } from '../e2e/harness/browser.ts';
import type { Tab } from './way.ts';

/** A tab of the Chromium that the test runner drives. */
export class PageTab implements Tab<PageTab> {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  visit(url: string): Promise<void> {
    return visit(this.page, url);
  }

  evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    return this.page.evaluate(act as (argument: unknown) => Answer | Promise<Answer>, argument);
  }

  click(text: string): Promise<void> {
    return this.page.getByText(text).click();
  }

  async opened(act: () => Promise<unknown>): Promise<PageTab> {
    const [page] = await Promise.all([this.page.context().waitForEvent('page'), act()]);
    return new PageTab(page);
  }
}
