// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ago } from '../model/time';
import { i18n } from './i18n';
import './zh'; // which is loaded when it is needed; it is large, and the time of a test is limited
import { chooseLanguage, followLanguage, preferredLanguage, startLanguage } from './language';

function browserPrefers(...tags: readonly string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...tags]);
}

afterEach(async () => {
  vi.restoreAllMocks();
  await chooseLanguage('en');
  localStorage.clear();
});

describe('the preferred language', () => {
  it.each([
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['en-GB', 'en'],
    ['de-AT', 'en'],
  ])('of a browser in %s is %s', (tag, language) => {
    browserPrefers(tag);
    expect(preferredLanguage()).toBe(language);
  });

  it('is the first of the browser that the UI has', () => {
    browserPrefers('ja', 'zh-CN', 'en');
    expect(preferredLanguage()).toBe('zh-Hans');
  });

  it('is the choice of the user before that of the browser', async () => {
    browserPrefers('zh-CN');
    await chooseLanguage('en');
    expect(preferredLanguage()).toBe('en');
  });

  it('is not one that the storage names and the UI does not have', () => {
    browserPrefers('en');
    localStorage.setItem('millrace.language', 'tlh');
    expect(preferredLanguage()).toBe('en');
  });
});

describe('the language of the UI', () => {
  it('is that of its texts, counts, times and of the document', async () => {
    browserPrefers('zh-CN');
    await startLanguage();
    expect(i18n.t('common.cancel')).toBe('取消');
    expect(i18n.t('ruleChains.count', { count: 1 })).toBe('1 个规则链');
    expect(ago(0, 3_000)).toBe('3秒前');
    expect(ago(0, 0)).toBe('刚刚');
    expect(document.documentElement.lang).toBe('zh-Hans');
  });

  it('changes at once, back and forth', async () => {
    await chooseLanguage('zh-Hans');
    await chooseLanguage('en');
    expect(i18n.t('common.cancel')).toBe('Cancel');
    expect(document.documentElement.lang).toBe('en');
  });

  it('is the last choice, in whatever order the texts arrive', async () => {
    await Promise.all([chooseLanguage('zh-Hans'), chooseLanguage('en')]);
    expect(i18n.language).toBe('en');
  });

  it('follows a choice in another tab', async () => {
    const stop = followLanguage();
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'millrace.language', newValue: 'zh-Hans' }),
    );
    await vi.waitFor(() => expect(i18n.language).toBe('zh-Hans'));
    stop();
  });
});
