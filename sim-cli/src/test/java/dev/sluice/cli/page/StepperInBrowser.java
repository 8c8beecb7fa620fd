// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/**
 * The stepper in a browser, on a run with a stale read if nothing else is written: the copy of a buffer does not see what
 * lies dirty in L2.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StepperInBrowser {

    private static final String STREAM = "shader-write-transfer-read-broken";

    @TempDir
    static Path folder;

    Path page = Path.of("");

    @SuppressWarnings("NullAway.Init") // stays null where there is none: all is skipped
    Browser browser;

    @BeforeAll
    void record() throws IOException {
        page = folder.resolve("stale.html");
        // before anything is recorded: skips where there is no browser
        Files.writeString(page, "<!DOCTYPE html><title>none yet</title>");
        browser = new Browser(page, "", 1280, 800);
        write(page);
    }

    /** Writes the page that is looked at. */
    void write(Path to) {
        view(to, "--device", "tiny-2");
    }

    @AfterAll
    void quit() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothing_was_complained_of() {
        if (browser != null) {
            // axe reads canvases back
            assertThat(browser.complaints())
                    .filteredOn(complaint -> !complaint.contains("willReadFrequently"))
                    .isEmpty();
        }
    }

    static void view(Path to, String... more) {
        Cli cli = Cli.run(List.of("view", STREAM, "--out", to.toString()), more);
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    final void open(String fragment) {
        browser.driver().get("about:blank");
        browser.open(page, fragment);
        waitFor(".app");
        waitUntil("return document.querySelector('.app').dataset.ready === 'true'");
    }

    /** Goes elsewhere in the page that is open, as a link in it does. */
    final void go(String fragment) {
        browser.evaluate("location.hash = arguments[0]", fragment);
        settled();
    }

    final String whole() {
        settled();
        return (String) Objects.requireNonNull(browser.evaluate("return document.querySelector('.app').innerText"));
    }

    /** Waits until what was asked for is drawn, and stories are told. */
    final void settled() {
        browser.driver()
                .executeAsyncScript(
                        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))");
        waitUntil("return !document.querySelector('.app').innerText.includes('Looking for its story')");
    }

    final void waitFor(String selector) {
        until(
                selector,
                () -> !browser.driver().findElements(By.cssSelector(selector)).isEmpty());
    }

    final void waitUntil(String script) {
        until(script, () -> Boolean.TRUE.equals(browser.evaluate(script)));
    }

    static void until(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long: " + what).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    final List<WebElement> all(String selector) {
        settled();
        return browser.driver().findElements(By.cssSelector(selector));
    }

    final String text(String selector) {
        settled();
        return browser.driver().findElement(By.cssSelector(selector)).getText();
    }

    final String value(String selector) {
        settled();
        return Objects.requireNonNull(
                browser.driver().findElement(By.cssSelector(selector)).getDomProperty("value"));
    }

    final void click(String selector) {
        waitFor(selector);
        settled();
        WebElement element = browser.driver().findElement(By.cssSelector(selector));
        browser.evaluate("arguments[0].scrollIntoView({block: 'center'})", element);
        element.click();
        settled();
    }

    final void press(CharSequence key, int times) {
        for (int i = 0; i < times; i++) {
            new Actions(browser.driver()).sendKeys(key).perform();
        }
    }

    final void type(CharSequence key) {
        press(key, 1);
        settled();
    }

    final void chord(Keys hold, Keys key) {
        new Actions(browser.driver()).keyDown(hold).sendKeys(key).keyUp(hold).perform();
        settled();
    }

    static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                StepperInBrowser.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
