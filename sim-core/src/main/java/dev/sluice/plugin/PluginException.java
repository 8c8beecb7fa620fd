// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

/** A plug-in that cannot be used: one line that names it and says why. */
public final class PluginException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String plugin;

    /** @param plugin the jar, as it was named */
    public PluginException(String plugin, String problem, Throwable cause) {
        super(firstLine(problem), cause);
        this.plugin = plugin;
    }

    /** As the other, of a fault that has no cause of its own. */
    public PluginException(String plugin, String problem) {
        super(firstLine(problem));
        this.plugin = plugin;
    }

    /** What a plug-in throws may have several lines. */
    private static String firstLine(String problem) {
        return problem.lines().findFirst().orElse(problem);
    }

    /** The jar, as it was named. */
    public String plugin() {
        return plugin;
    }

    /** What is wrong. */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
