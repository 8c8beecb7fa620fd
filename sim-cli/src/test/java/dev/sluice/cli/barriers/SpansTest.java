// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Time that is covered by several things counts once. */
final class SpansTest {

    @Test
    void overlaps_count_once() {
        Spans spans = new Spans();
        spans.add(30, 40);
        spans.add(0, 10);
        spans.add(5, 20);
        spans.add(15, 18);
        spans.add(50, 50);

        assertThat(spans.covered()).isEqualTo(30);
    }
}
