// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class FailuresTest {
    /** A fault whose trace needs a class for which there was no memory. */
    private static final class Traceless extends IllegalStateException {
        private static final long serialVersionUID = 1;

        @Override
        public void printStackTrace(PrintWriter to) {
            throw new NoClassDefFoundError("Could not initialize class java.lang.StackTraceElement$HashedModules");
        }
    }

    @Test
    void a_fault_that_cannot_even_be_traced_is_told_as_want_of_memory() {
        StringWriter err = new StringWriter();

        int code = new Failures(new PrintWriter(err, true)).failed(new Traceless(), true);

        assertThat(code).isEqualTo(70);
        assertThat(err.toString()).isEqualTo("out of memory; give the JVM more, for example SLUICE_JAVA_OPTS=-Xmx8g\n");
    }

    @Test
    void want_of_memory_is_told_though_at_first_there_is_no_room_even_for_that() {
        StringWriter err = new StringWriter();
        PrintWriter full = new PrintWriter(err, true) {
            private int left = 3;

            @Override
            public void write(String text, int from, int length) {
                if (left-- > 0) {
                    throw new OutOfMemoryError("GC overhead limit exceeded");
                }
                super.write(text, from, length);
            }
        };

        int code = new Failures(full).failed(new OutOfMemoryError("Java heap space"), false);

        assertThat(code).isEqualTo(70);
        assertThat(err.toString()).isEqualTo("out of memory; give the JVM more, for example SLUICE_JAVA_OPTS=-Xmx8g\n");
    }

    @Test
    void an_option_behind_the_end_of_options_is_told_as_such() {
        Cli run = Cli.run("run", "upload-scale-readback", "--", "--set", "caches.l2.ways=8");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("options stand before '--'").doesNotContain("did you mean");
    }
}
