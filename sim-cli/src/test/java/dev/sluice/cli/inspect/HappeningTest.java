// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Words for what happened. */
final class HappeningTest {

    private static Happening stage(String result) {
        return new Happening(0, "stage", "", -1, -1, 0, "", result, "submit0.0");
    }

    @Test
    void what_is_shortened_still_says_whether_it_begins_or_ends() {
        assertThat(stage("COLOR_ATTACHMENT_OUTPUT begins").words(18)).isEqualTo("COLOR_ATTA… begins");
        assertThat(stage("COLOR_ATTACHMENT_OUTPUT ends").words(18)).isEqualTo("COLOR_ATTACH… ends");
        assertThat(stage("COLOR_ATTACHMENT_OUTPUT ends").words(28)).isEqualTo("COLOR_ATTACHMENT_OUTPUT ends");
    }
}
