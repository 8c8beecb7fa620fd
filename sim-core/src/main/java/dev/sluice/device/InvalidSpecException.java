// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.ArrayList;
import java.util.List;

/**
 * Thrown when a device cannot be as its specs say: carries the keys that the fault is about, so that whoever read them from a file
 * can point at the place.
 */
public final class InvalidSpecException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> keys;

    /**
     * @param problem what is wrong, in a sentence
     * @param keys the keys from the spec that throws down to the one at fault, as device files spell them, an item of a list by its
     *     index; none where the spec as a whole is at fault
     */
    public InvalidSpecException(String problem, String... keys) {
        this(problem, List.of(keys));
    }

    private InvalidSpecException(String problem, List<String> keys) {
        super(problem);
        this.keys = keys;
    }

    /** The keys from the spec that threw down to the one at fault, or to the mapping around it. */
    public List<String> keys() {
        return keys;
    }

    /** What is wrong, in a sentence. */
    public String problem() {
        return String.valueOf(getMessage());
    }

    /** The same fault of a whole in which the spec stands under these keys. */
    public InvalidSpecException under(String... outer) {
        List<String> path = new ArrayList<>(List.of(outer));
        path.addAll(keys);
        return new InvalidSpecException(problem(), List.copyOf(path));
    }
}
