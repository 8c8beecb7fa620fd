// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The lines of a victim cache in the stepper, of a cache of two sets of two ways with three lines for victims. */
final class VictimLinesInBrowserTest extends StepperInBrowser {

    @Override
    void write(Path to) {
        Cli cli = Cli.run(
                "view",
                "lessons/set",
                "--device",
                "tiny-1",
                "--set",
                "caches.l1.victim.lines=3",
                "--timing-only",
                "--out",
                to.toString());
        assertThat(cli.code()).as(cli.err()).isZero();
    }

    private void openAtTheEnd(String opened) {
        open("");
        Object last = browser.evaluate("return document.getElementById('step-input').max");
        open("step=" + Objects.requireNonNull(last) + "&open=l1[0]" + opened);
    }

    @Test
    void stand_behind_the_sets_by_names_of_their_own() {
        openAtTheEnd("");

        assertThat(text(".panel.part")).contains("2 sets of 2 ways and 3 for victims");
        assertThat(all(".panel.part .set-name"))
                .extracting(name -> name.getText().toLowerCase(Locale.ROOT))
                .containsExactly("set 0", "set 1", "victim cache", "victim cache");
        assertThat(all(".panel.part .way")).hasSize(7);
        assertThat(all(".panel.part .way-name"))
                .extracting(name -> name.getText().toLowerCase(Locale.ROOT))
                .endsWith("way 1", "victim 0", "victim 1", "victim 2");
    }

    @Test
    void open_by_their_address() {
        openAtTheEnd("&set=3&way=0");

        assertThat(text(".line-detail")).startsWith("Victim 2");
        assertThat(all(".panel.part .way.selected"))
                .extracting(way -> way.getDomAttribute("aria-label"))
                .singleElement()
                .asString()
                .startsWith("Victim 2: ");
    }
}
