// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The language of the UI: that of the browser until the user chooses another one. */
@Tag("browser")
class LanguageIT {

    @RegisterExtension static final Browser browser = new Browser();

    /** The names of the files that the page has loaded with texts in Chinese. */
    private static final String CHINESE_FILES =
            "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\/zh-/.test(name))";

    @Test
    void aChineseBrowserShowsChinesePages() {
        Ui ui = browser.newTab("zh-CN");
        ui.open("/");
        check(ui, "chinese-sign-in", ui.button("登录"));
        assertThat(ui.page()).hasTitle("登录 – Millrace");

        signInInChinese(ui);
        ui.open("/rule-chains");
        check(ui, "chinese-rule-chains", ui.heading("规则链"));
        ui.link("Root Rule Chain").click();
        Locator node = ui.page().locator(".react-flow__node-rule").first();
        check(ui, "chinese-editor", node);
        assertThat(ui.heightOfToolbar()).as("pixels of one row").isLessThan(Ui.TWO_ROWS);
        node.click();
        check(ui, "chinese-editor-node", ui.named(AriaRole.TEXTBOX, "名称"));
        ui.press("t");
        check(ui, "chinese-editor-table", ui.dialog());
        ui.press("Escape");
        ui.link("版本").click();
        check(ui, "chinese-versions", ui.text("当前").first());
        ui.open("/account");
        check(ui, "chinese-account", ui.heading("修改密码"));
    }

    @Test
    void theChosenLanguageSurvivesAReload() {
        Ui ui = browser.newTab("zh-CN");
        ui.open("/");
        signInInChinese(ui);
        ui.open("/rule-chains");
        assertThat(ui.heading("规则链")).isVisible();

        ui.button(DemoApplication.USER).click();
        // Not checked by axe: Mantine's menus are drawn outside of the page's landmarks.
        assertThat(ui.named(AriaRole.MENUITEMRADIO, "中文")).isVisible();
        ui.screenshot("chinese-menu");
        ui.named(AriaRole.MENUITEMRADIO, "English").press("Enter");
        assertThat(ui.heading("Rule chains")).isVisible();
        assertThat(ui.named(AriaRole.MENUITEMRADIO, "English"))
                .hasAttribute("aria-checked", "true");

        ui.page().reload();
        assertThat(ui.heading("Rule chains")).isVisible();
        assertThat(ui.page().locator("html")).hasAttribute("lang", "en");
        assertThat((List<?>) ui.page().evaluate(CHINESE_FILES)).isEmpty();
    }

    @Test
    void anEnglishBrowserLoadsChineseOnlyWhenItIsChosen() {
        Ui ui = browser.ui();
        ui.open("/");
        assertThat(ui.button("English")).hasAttribute("aria-pressed", "true");
        assertThat((List<?>) ui.page().evaluate(CHINESE_FILES)).isEmpty();

        ui.button("中文").click();
        assertThat(ui.button("登录")).isVisible();
        assertThat((List<?>) ui.page().evaluate(CHINESE_FILES)).isNotEmpty();
        assertThat(ui.page().locator("html")).hasAttribute("lang", "zh-Hans");
    }

    private static void signInInChinese(Ui ui) {
        ui.label("邮箱").fill(DemoApplication.USER);
        ui.label("密码").fill(DemoApplication.PASSWORD);
        ui.button("登录").click();
        assertThat(ui.button(DemoApplication.USER)).isVisible();
    }

    private static void check(Ui ui, String name, Locator loaded) {
        assertThat(loaded).isVisible();
        ui.screenshot(name);
        Accessibility.assertNoFindings(name, ui.page());
        ui.page().setViewportSize(375, 740);
        ui.screenshot(name + "-phone");
        assertThat(ui.page().evaluate("document.documentElement.scrollWidth - window.innerWidth"))
                .as("%s on a phone: pixels of the page beside the window", name)
                .isEqualTo(0);
        ui.page().setViewportSize(1280, 800);
    }
}
