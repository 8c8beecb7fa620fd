// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.StreamProgram;

/** What the operations, submissions and commands of a stream are called. */
public interface Naming {

    /** The id of a host operation. */
    String operation(int thread, int index);

    /** The id of a submission: all threads' submissions are counted together, thread by thread. */
    String submission(int number);

    /** The id of a command, by its place in its submission. */
    String command(int submission, int index);

    /** The ids of the machine, by place: the first thread is called host. */
    static Naming byPlace(StreamProgram stream) {
        return new Naming() {
            @Override
            public String operation(int thread, int index) {
                return (thread == 0 ? "host" : stream.threads().get(thread).name()) + "." + index;
            }

            @Override
            public String submission(int number) {
                return "submit" + number;
            }

            @Override
            public String command(int submission, int index) {
                return submission(submission) + "." + index;
            }
        };
    }
}
