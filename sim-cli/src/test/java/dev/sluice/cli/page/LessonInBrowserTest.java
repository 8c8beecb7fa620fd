// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** A lesson in a browser, as a student goes through it: the one in which a set fills up. */
final class LessonInBrowserTest extends StepperInBrowser {

    private static final String ANSWER = ".lesson input[name='answer']";

    @Override
    void write(Path to) {
        Cli cli = Cli.run("lesson", "a-set-fills-up", "-o", to.toString());
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    /** Clicks the link with a text; the step that it leads to. */
    private String follow(String link) {
        settled();
        WebElement found = browser.driver().findElement(By.linkText(link));
        String step = Objects.requireNonNull(found.getDomAttribute("data-step"));
        browser.evaluate("arguments[0].scrollIntoView({block: 'center'})", found);
        found.click();
        settled();
        return step;
    }

    private void answer(String given) {
        WebElement field = browser.driver().findElement(By.cssSelector(ANSWER));
        field.clear();
        field.sendKeys(given);
        click(".lesson button[type='submit']");
    }

    @Test
    void links_lead_through_the_set_as_it_fills_up() {
        open("");
        assertThat(text(".lesson h2")).isEqualTo("A set fills up");

        String full = follow("It is full now");

        assertThat(value("#step-input").replace(",", "")).isEqualTo(full);
        assertThat(text(".panel.part")).contains("2 sets of 2 ways", "x:0", "x:128");

        String gone = follow("has to go");

        assertThat(Integer.parseInt(gone)).isGreaterThan(Integer.parseInt(full));
        assertThat(value("#step-input").replace(",", "")).isEqualTo(gone);
        assertThat(all(".panel.part")).hasSize(1);
        assertThat(text(".event-list")).contains("l1[0] gives up x:128", "to make room");
    }

    @Test
    void every_link_leads_to_its_step() {
        open("");
        List<WebElement> links = all(".lesson [data-step]");
        assertThat(links).hasSizeGreaterThan(5);

        for (WebElement link : links) {
            String step = Objects.requireNonNull(link.getDomAttribute("data-step"));
            browser.evaluate("arguments[0].scrollIntoView({block: 'center'})", link);
            link.click();
            settled();

            assertThat(value("#step-input").replace(",", "")).as(link.getText()).isEqualTo(step);
        }
    }

    @Test
    void a_wrong_answer_gets_a_hint_and_the_right_one_its_reason() {
        open("");

        answer("3");

        waitFor(".lesson .wrong");
        assertThat(text(".lesson .wrong")).contains("l1[0] gives up a line");

        answer("2");

        waitFor(".lesson .right");
        assertThat(text(".lesson .right")).isEqualTo("Right: 2. Three lines take turns in two ways.");
        assertThat(all(".lesson .wrong")).isEmpty();
    }
}
