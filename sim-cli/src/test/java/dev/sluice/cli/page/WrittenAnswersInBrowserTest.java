// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Numbers that students write as an answer, in a lesson whose answer is -1022. */
final class WrittenAnswersInBrowserTest extends StepperInBrowser {

    @Override
    void write(Path to) {
        Path lesson = to.resolveSibling("numbers.md");
        try {
            Files.writeString(lesson, """
                    ---
                    title: Numbers
                    stream: lessons/set
                    device: tiny-1
                    question: How many hits are there more than bytes written?
                    answer: result /caches/l1/readHits - /vram/writeBytes
                    right: Right.
                    wrong: Count again.
                    ---
                    Text.
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Cli cli = Cli.run("lesson", lesson.toString(), "-o", to.toString());
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1022", "-1,022", "\u22121022", " -1 022 ", "-1_022"})
    void a_number_is_right_however_its_digits_are_grouped(String given) {
        open("");
        WebElement field = browser.driver().findElement(By.cssSelector(".lesson input[name='answer']"));
        field.clear();
        field.sendKeys(given);
        click(".lesson button[type='submit']");

        waitFor(".lesson .right");
    }
}
