// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

/** A parameter that a provider does not have, or a value that it cannot take. */
public final class InvalidParameterException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String parameter;
    private final String problem;

    /** @param parameter its name as it was given */
    public InvalidParameterException(String parameter, String problem) {
        super(parameter + " " + problem);
        this.parameter = parameter;
        this.problem = problem;
    }

    /** The name that was given. */
    public String parameter() {
        return parameter;
    }

    /** What is wrong with it. */
    public String problem() {
        return problem;
    }
}
