// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an import calls a binding of a shader: {@code s0b1} for set 0, binding 1, and {@code s0b1e2} for its element 2; what
 * the instances of an acceleration structure there name is {@code s0b1_named0} and so on.
 *
 * @param element the element of an array of descriptors; 0 for the first or only one
 */
public record DescriptorName(int set, int binding, int element) {
    private static final Pattern FORM = Pattern.compile("s(\\d{1,9})b(\\d{1,9})(?:e(\\d{1,9}))?(?:_named\\d{1,9})?");

    /** The descriptor that a name means, or null for a name of another form. */
    public static @Nullable DescriptorName parse(String name) {
        Matcher form = FORM.matcher(name);
        if (!form.matches()) {
            return null;
        }
        String element = form.group(3);
        return new DescriptorName(
                Integer.parseInt(form.group(1)),
                Integer.parseInt(form.group(2)),
                element == null ? 0 : Integer.parseInt(element));
    }

    @Override
    public String toString() {
        return "s" + set + "b" + binding + (element > 0 ? "e" + element : "");
    }
}
