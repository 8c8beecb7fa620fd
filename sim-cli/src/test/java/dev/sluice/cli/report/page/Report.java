// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.page.Browser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** A report in a browser, once all of it is drawn. */
final class Report implements AutoCloseable {
    private final Browser browser;

    Report(Path page, int width, int height) throws IOException {
        browser = new Browser(page, "", width, height);
        browser.evaluate("""
            const look = done => document.documentElement.dataset.whole === undefined
                ? setTimeout(() => look(done), 50) : done();
            return new Promise(look);
            """);
    }

    Browser browser() {
        return browser;
    }

    Object evaluate(String script, Object... arguments) {
        return browser.evaluate(script, arguments);
    }

    WebElement find(String selector) {
        return browser.driver().findElement(By.cssSelector(selector));
    }

    /** All in one call: tables have hundreds of rows. */
    @SuppressWarnings("unchecked")
    List<String> texts(String selector) {
        return (List<String>) evaluate(
                "return [...document.querySelectorAll(arguments[0])].map(element => element.textContent)", selector);
    }

    /** Clicks wherever something is, on the screen or not. */
    void click(String selector) {
        evaluate("document.querySelector(arguments[0]).click()", selector);
    }

    /** Writes into the filter of a table. */
    void filter(String table, String words) {
        evaluate("""
            const box = document.querySelector(`#table-${arguments[0]}`).closest('.table').querySelector('input');
            box.value = arguments[1];
            box.dispatchEvent(new Event('input', {bubbles: true}));
            return new Promise(done => setTimeout(done, 50));
            """, table, words);
    }

    /** What the CSV button of a table saves, as rows of cells. */
    List<List<String>> csv(String table) {
        String text = (String) evaluate("""
            const made = [];
            const make = URL.createObjectURL;
            const click = HTMLAnchorElement.prototype.click;
            URL.createObjectURL = blob => { made.push(blob); return 'blob:none'; };
            HTMLAnchorElement.prototype.click = () => {};
            document.querySelector(`#table-${arguments[0]}`).closest('.table').querySelector('.csv').click();
            URL.createObjectURL = make;
            HTMLAnchorElement.prototype.click = click;
            return made[0].text();
            """, table);
        return text.lines().map(line -> List.of(line.split(",", -1))).toList();
    }

    /** What axe-core has against the page that is serious or worse, each with the elements. */
    @SuppressWarnings("unchecked")
    List<String> barriersToAccess() throws IOException {
        try (InputStream in =
                Report.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            evaluate(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        }
        List<Map<String, Object>> violations = (List<Map<String, Object>>) evaluate("""
            return axe.run(document, {resultTypes: ['violations']}).then(found => found.violations
                .filter(one => one.impact === 'serious' || one.impact === 'critical')
                .map(one => ({id: one.id, at: one.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' ' + (node.any[0] ?? {message: ''}).message).join(' | ')})));
            """);
        return violations.stream()
                .map(one -> one.get("id") + ": " + one.get("at"))
                .toList();
    }

    @Override
    public void close() throws IOException {
        browser.close();
    }
}
