// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.ScalarNode;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands for a number of each round of a {@code repeat}: <code>${i}</code>, or sums and products such as <code>${64 * i + 4}</code>. */
final class LoopExpression {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final String OPENING = "${";
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");
    private static final int MOST_BITS = 128;

    private final ScalarNode where;
    private final String text;
    private final Collection<Map.Entry<String, BigInteger>> variables;
    private int at;

    private LoopExpression(ScalarNode where, String text, Collection<Map.Entry<String, BigInteger>> variables) {
        this.where = where;
        this.text = text;
        this.variables = variables;
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** A value with its expressions worked out; a number if it is one expression and nothing else. */
    static ScalarNode replace(ScalarNode scalar, Collection<Map.Entry<String, BigInteger>> variables) {
        Matcher places = PLACE.matcher(scalar.text());
        if (!places.find()) {
            closed(scalar, 0);
            return scalar;
        }
        boolean whole = places.start() == 0 && places.end() == scalar.text().length();
        StringBuilder result = new StringBuilder();
        int from = 0;
        do {
            String value = new LoopExpression(scalar, places.group(1), variables)
                    .value()
                    .toString();
            result.append(scalar.text(), from, places.start()).append(value);
            from = places.end();
        } while (places.find());
        closed(scalar, from);
        result.append(scalar.text().substring(from));
        return new ScalarNode(
                scalar.position(), whole ? ScalarNode.Kind.INTEGER : scalar.kind(), result.toString(), scalar.block());
    }

    /** Refuses an expression that begins in the rest of a value, where none ends. */
    private static void closed(ScalarNode scalar, int from) {
        int opening = scalar.text().indexOf(OPENING, from);
        if (opening >= 0) {
            throw scalar.error(scalar.text().substring(opening) + ": the expression lacks its closing }");
        }
    }

    private BigInteger value() {
        BigInteger sum = sum();
        if (at < text.length()) {
            throw fault();
        }
        return sum;
    }

    private BigInteger sum() {
        BigInteger sum = product();
        while (true) {
            if (takes('+')) {
                sum = sum.add(product());
            } else if (takes('-')) {
                sum = sum.subtract(product());
            } else {
                return bounded(sum);
            }
        }
    }

    private BigInteger product() {
        BigInteger product = factor();
        while (takes('*')) {
            product = bounded(product.multiply(factor()));
        }
        return product;
    }

    private BigInteger factor() {
        skip();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        String word = text.substring(start, at);
        skip();
        if (!word.isEmpty() && word.length() <= 20 && word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new BigInteger(word);
        }
        for (Map.Entry<String, BigInteger> variable : variables) {
            if (variable.getKey().equals(word)) {
                return variable.getValue();
            }
        }
        if (isName(word)) {
            throw where.error("${" + text + "}: '" + word + "' is no variable of a repeat around it");
        }
        throw fault();
    }

    private BigInteger bounded(BigInteger value) {
        if (value.bitLength() > MOST_BITS) {
            throw where.error("${" + text + "}: the number is too large");
        }
        return value;
    }

    private boolean takes(char sign) {
        skip();
        if (at < text.length() && text.charAt(at) == sign) {
            at++;
            return true;
        }
        return false;
    }

    private void skip() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private RuntimeException fault() {
        return where.error("${" + text + "}: expected variables of repeats and numbers, joined by + - *");
    }
}
