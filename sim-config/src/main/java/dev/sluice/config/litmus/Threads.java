// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.model.ModelAgent;
import java.util.List;

/** Reads where a thread runs. */
final class Threads {
    private static final String HOST = "host";
    private static final String FORM = "write 'thread N qfI wgJ sgK' or 'thread N host'";

    private Threads() {}

    /** The agent of {@code thread N qfI wgJ sgK} or {@code thread N host}. */
    static ModelAgent agent(int number, List<LitmusWord> words) {
        if (words.size() == 3 && words.get(2).text().equals(HOST)) {
            return ModelAgent.hostThread(number);
        }
        if (words.size() < 5) {
            LitmusWord last = words.get(words.size() - 1);
            throw last.errorBehind("where the thread runs is missing; " + FORM);
        }
        if (words.size() > 5) {
            throw words.get(5).error("'" + words.get(5).text() + "' is one word too many; " + FORM);
        }
        return ModelAgent.invocation(
                number, group(words.get(2), "qf"), group(words.get(3), "wg"), group(words.get(4), "sg"));
    }

    private static int group(LitmusWord word, String prefix) {
        String text = word.text();
        if (text.matches(prefix + "[0-9]{1,6}")) {
            return Integer.parseInt(text.substring(prefix.length()));
        }
        throw word.error("'" + text + "' where " + prefix + " and a number should be; " + FORM);
    }
}
