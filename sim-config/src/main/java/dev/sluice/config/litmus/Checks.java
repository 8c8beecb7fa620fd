// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.Claim;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code possible|impossible PREDICATE [nochains]}. */
final class Checks {
    static final String POSSIBLE = "possible";
    static final String IMPOSSIBLE = "impossible";

    private static final String NO_CHAINS = "nochains";
    private static final Pattern RELEASE_SEQUENCE = Pattern.compile("rs([<>=])([0-9]{1,6})");

    private Checks() {}

    static Check of(List<LitmusWord> words) {
        LitmusWord first = words.get(0);
        if (words.size() < 2) {
            throw first.errorBehind("what is " + first.text() + " is missing: " + String.join(", ", predicates()));
        }
        if (words.size() > 2 && !words.get(2).text().equals(NO_CHAINS)) {
            throw words.get(2)
                    .error("'" + words.get(2).text() + "' where only " + NO_CHAINS + " or the end of the line can be");
        }
        if (words.size() > 3) {
            throw words.get(3).error("'" + words.get(3).text() + "' is one word too many");
        }
        String text = String.join(" ", words.stream().map(LitmusWord::text).toList());
        return new Check(
                first.at().line(), text, first.text().equals(POSSIBLE), claim(words.get(1)), words.size() == 2);
    }

    private static Claim claim(LitmusWord word) {
        for (Claim.Kind kind : Claim.Kind.values()) {
            if (kind != Claim.Kind.RELEASE_SEQUENCE && kind.key().equals(word.text())) {
                return Claim.of(kind);
            }
        }
        Matcher sequence = RELEASE_SEQUENCE.matcher(word.text());
        if (sequence.matches()) {
            return new Claim(
                    Claim.Kind.RELEASE_SEQUENCE, sequence.group(1).charAt(0), Integer.parseInt(sequence.group(2)));
        }
        throw word.error("no predicate '" + word.text() + "'" + Nearest.hint(word.text(), predicates()));
    }

    private static List<String> predicates() {
        List<String> names = new ArrayList<>();
        for (Claim.Kind kind : Claim.Kind.values()) {
            names.add(kind == Claim.Kind.RELEASE_SEQUENCE ? "rs=2" : kind.key());
        }
        return names;
    }
}
