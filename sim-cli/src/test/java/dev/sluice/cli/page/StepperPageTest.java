// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.xml.sax.InputSource;

/** What the stepper shows, and what clicks, keys and addresses do. */
class StepperPageTest extends StepperInBrowser {

    @Test
    void shows_what_happens_in_a_step_in_words() {
        open("step=12000");

        assertThat(text("[data-panel='This step'] h2")).isEqualTo("Step 12,000");
        assertThat(browser.evaluate("return document.querySelectorAll('.event, .changed-list').length"))
                .isNotEqualTo(0L);
    }

    @Test
    void every_part_opens() {
        open("step=12000");
        @SuppressWarnings("unchecked")
        List<List<String>> parts = (List<List<String>>) Objects.requireNonNull(
                browser.evaluate("return JSON.parse(document.getElementById('steps-head').textContent).parts"
                        + ".filter(p => document.getElementById('cell-' + p.name) !== undefined)"
                        + ".map(p => [p.name, p.label || p.name])"));

        assertThat(parts).isNotEmpty();
        for (List<String> part : parts) {
            go("step=12000&open=" + part.get(0));

            assertThat(all(".panel.part"))
                    .extracting(panel -> panel.getDomAttribute("data-panel"))
                    .containsExactly(part.get(1));
        }
    }

    @Test
    void forward_and_back_leads_to_the_same_page() {
        open("step=12000&open=l2&open=l1[0]&open=vram[0]&watch=x:52480:4&tab=queues");
        String before = whole();

        press(Keys.ARROW_RIGHT, 40);
        String after = whole();
        press(Keys.ARROW_LEFT, 40);

        assertThat(after).isNotEqualTo(before);
        assertThat(whole()).isEqualTo(before);
    }

    @Test
    void a_step_that_is_stepped_to_looks_as_one_that_is_opened() {
        open("step=11960&open=l2&open=l1[0]&open=cu[0]&watch=x:52480:4&tab=memory");
        press(Keys.ARROW_RIGHT, 60);
        String stepped = whole();

        open("step=12020&open=l2&open=l1[0]&open=cu[0]&watch=x:52480:4&tab=memory");

        assertThat(stepped).isEqualTo(whole());
    }

    @Test
    void a_student_finds_the_stale_byte_by_clicking() {
        open("");
        click(".next-finding");
        click("#tab-findings");
        assertThat(text("article.finding")).contains("Stale read", "submit0.4 reads x", "missing", "flush:L2");
        click("article.finding button.link");

        assertThat(text(".copies-table")).contains("l2", "newest", "dirty", "memory", "stale");
        assertThat(text(".newest")).contains("by submit0.2");
        click(".copies-table button.link");
        assertThat(text(".panel.part .way.selected")).contains("dirty");
        assertThat(text(".panel.part .bytes")).contains("a1 3f 00 00".split(" "));
    }

    @Test
    void a_byte_that_is_clicked_is_watched_and_its_story_leads_to_its_steps() {
        open("step=12000&open=l2");
        click(".panel.part .bytes button");
        String watched = value("#watch-input");
        assertThat(watched).matches("x:\\d+:4");
        waitFor(".story .chapters li");
        click(".story .chapters li:first-child button");

        assertThat(text(".story .chapters li:first-child .chapter-step")).isEqualTo(value("#step-input"));
        assertThat(value("#watch-input")).isEqualTo(watched);
    }

    @Test
    void the_address_leads_back_to_what_is_shown() {
        open("step=12000&open=l2&set=1&way=1&watch=x:64:4&tab=source");

        assertThat(value("#step-input")).isEqualTo("12,000");
        assertThat(text(".panel.part .way.selected")).startsWith("way 1");
        assertThat(browser.evaluate("return document.querySelector('#tab-source').getAttribute('aria-selected')"))
                .isEqualTo("true");

        click(".next-finding");
        waitUntil("return location.hash.includes('step=') && !location.hash.includes('step=12000&')");
        assertThat((String) browser.evaluate("return location.hash"))
                .contains("open=l2&set=1&way=1", "watch=x:64:4", "tab=source");
        browser.driver().navigate().back();
        waitUntil("return document.querySelector('#step-input').value === '12,000'");
    }

    @Test
    void the_keyboard_moves_by_step_cycle_command_and_finding() {
        open("step=100");
        press(Keys.ARROW_RIGHT, 1);
        assertThat(value("#step-input")).isEqualTo("101");
        press(Keys.ARROW_LEFT, 2);
        assertThat(value("#step-input")).isEqualTo("99");

        String cycle = text(".where .cycle");
        chord(Keys.SHIFT, Keys.ARROW_RIGHT); // to the end of this one, if that is not where it stands
        chord(Keys.SHIFT, Keys.ARROW_RIGHT);
        assertThat(text(".where .cycle")).isNotEqualTo(cycle);

        open("step=100");
        waitUntil("return document.querySelectorAll('button.line-number').length > 0 || true");
        chord(Keys.CONTROL, Keys.ARROW_RIGHT);
        assertThat(text(".event-list")).contains("begin");

        type("f");
        assertThat(text(".event-list")).contains("Stale read");
        type(Keys.HOME);
        assertThat(value("#step-input")).isEqualTo("0");
        type("?");
        assertThat(text("dialog.help")).contains("by command");
        type(Keys.ESCAPE);
        waitUntil("return document.querySelector('dialog.help') === null");
    }

    @Test
    void a_request_is_followed_from_event_to_event() {
        open("step=100&tab=requests");
        click(".event-list .request-chip");
        String request = text(".followed .request-chip");
        press("r", 1);

        assertThat(value("#step-input")).isNotEqualTo("100");
        assertThat(text(".event-list")).contains(request);
    }

    @Test
    void play_goes_on_until_it_is_stopped() {
        open("step=100");
        type(Keys.SPACE);
        waitUntil("return Number(document.querySelector('#step-input').value) > 101");
        type(Keys.SPACE);

        String stopped = value("#step-input");
        assertThat(text(".play")).isEmpty();
        assertThat(browser.evaluate("return document.querySelector('.play').getAttribute('aria-label')"))
                .isEqualTo("Play");
        assertThat(value("#step-input")).isEqualTo(stopped);
    }

    @Test
    void a_barrier_walks_from_draining_to_released() {
        open("step=6410&tab=queues");
        assertThat(text(".barrier.draining")).contains("submit0.3", "Waits for");

        type(Keys.END);

        assertThat(all(".barrier.draining")).isEmpty();
        assertThat(text(".barrier.released")).contains("released");
    }

    @Test
    void what_cannot_be_watched_is_said() {
        open("step=100&watch=nothing:0:4");

        assertThat(text("#watch-wrong")).contains("nothing is called nothing", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_finds_nothing_serious(String theme) throws IOException {
        open("step=12000");
        browser.evaluate("document.documentElement.dataset.theme = arguments[0]", theme);
        browser.evaluate(axe());
        // what stands around the tabs is the same with each; once in a theme is enough for its colours
        for (String tab : List.of("watch", "findings", "source", "queues", "memory", "requests")) {
            go("step=12000&open=l2&open=vram[0]&open=cu[0]&watch=x:52480:4&tab=" + tab);
            assertThat(browser.evaluate(
                            "return document.querySelector('#tab-" + tab + "').getAttribute('aria-selected')"))
                    .isEqualTo("true");
            Object found = browser.driver()
                    .executeAsyncScript(
                            "const done = arguments[arguments.length - 1];axe.run(arguments[0], {runOnly: ['wcag2a',"
                                    + " 'wcag2aa', 'best-practice']}).then(r => done(r.violations.filter(v => v.impact ==="
                                    + " 'serious' || v.impact === 'critical').map(v => v.id + ' ' + v.nodes.slice(0,"
                                    + " 3).map(n => n.html + ' ' + n.failureSummary).join('; '))))",
                            theme.equals("light") || tab.equals("watch") ? ":root" : ".tabbed");

            assertThat((List<?>) found).as(tab).isEmpty();
        }
    }

    @Test
    void every_panel_saves_a_drawing_that_parses() throws Exception {
        open("step=12000&open=l2&open=vram[0]&watch=x:52480:4");
        browser.evaluate("window.saved = []; const make = URL.createObjectURL;URL.createObjectURL = blob => {"
                + " blob.text().then(t => window.saved.push(t)); return make(blob);"
                + " };HTMLAnchorElement.prototype.click = () => {};document.querySelectorAll('[aria-label$=\"as"
                + " SVG\"]').forEach(b => b.dispatchEvent(new MouseEvent('click', {bubbles: true})))");
        waitUntil("return window.saved.length === document.querySelectorAll('.panel').length");

        @SuppressWarnings("unchecked")
        List<String> drawings = (List<String>) Objects.requireNonNull(browser.evaluate("return window.saved"));
        assertThat(drawings).hasSizeGreaterThanOrEqualTo(5);
        for (String drawing : drawings) {
            assertThat(DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(new InputSource(new StringReader(drawing)))
                            .getDocumentElement()
                            .getTagName())
                    .isEqualTo("svg");
        }
        assertThat(drawings).anyMatch(drawing -> drawing.contains("Set 0 way"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1920, 1280, 820, 560})
    void nothing_is_wider_than_the_screen(int width) {
        browser.driver().manage().window().setSize(new Dimension(width, 1000));
        try {
            open("step=12000&open=l2&open=vram[0]&watch=x:52480:4&tab=findings");

            assertThat((Long) browser.evaluate("return document.documentElement.scrollWidth - window.innerWidth"))
                    .isNotPositive();
            assertThat((Boolean) browser.evaluate("return [...document.querySelectorAll('.panel')].every(p =>"
                            + " p.getBoundingClientRect().right <= window.innerWidth)"))
                    .isTrue();
        } finally {
            browser.driver().manage().window().setSize(new Dimension(1280, 800));
        }
    }

    @Test
    void a_recording_that_was_cut_says_so() {
        Path cut = folder.resolve("cut.html");
        view(cut, "--max-steps", "300");

        browser.open(cut, "");
        waitFor(".app");

        assertThat(text(".cut")).contains("Recorded: cycles 0 to", "--max-steps", "--from");
    }

    @Test
    void a_lesson_stands_beside_the_picture_and_checks_its_answer() throws IOException {
        Path lesson = folder.resolve("lesson.html");
        // SHA-256 of "1"
        String json = "{\"title\":\"The stale copy\",\"html\":\"<p>Go to <a data-step='12000' data-open='l2'>the"
                + " store</a>.</p>\",\"question\":{\"html\":\"Who has the newest"
                + " bytes?\",\"choices\":[\"memory\",\"L2\"],\"answerHash\":\"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b\",\"right\":\"L2"
                + " it is.\"}}";
        Files.writeString(
                lesson,
                Files.readString(page)
                        .replace(
                                "<body>\n",
                                "<body>\n<script type=\"application/json\" id=\"lesson\">"
                                        + json.replace("<", "\\u003c") + "</script>"));
        browser.open(lesson, "");
        waitFor(".app");

        click(".lesson [data-step]");
        assertThat(value("#step-input")).isEqualTo("12,000");
        assertThat(all(".panel.part")).hasSize(1);
        click(".lesson input[value='0']");
        click(".lesson button[type='submit']");
        waitUntil("return document.querySelector('.lesson .wrong') !== null");
        click(".lesson input[value='1']");
        click(".lesson button[type='submit']");
        waitUntil("return document.querySelector('.lesson .right')?.textContent === 'L2 it is.'");
    }
}
