// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of all parameters of a provider, checked. */
public final class ParameterValues {

    private final Map<String, String> values;
    private final Map<String, Parameter.Type> types;

    private ParameterValues(Map<String, String> values, Map<String, Parameter.Type> types) {
        this.values = values;
        this.types = types;
    }

    /**
     * Completes what was set with defaults.
     *
     * @throws InvalidParameterException for a name that is not declared, or a value that it cannot have
     */
    public static ParameterValues of(List<Parameter> declared, Map<String, String> set) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, Parameter.Type> types = new HashMap<>();
        for (Parameter parameter : declared) {
            values.put(parameter.name(), parameter.standard());
            types.put(parameter.name(), parameter.type());
        }
        set.forEach((name, value) -> {
            Parameter parameter = declared.stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InvalidParameterException(
                            name,
                            values.isEmpty()
                                    ? "there are no parameters"
                                    : "there is no such parameter; there are " + String.join(", ", values.keySet())));
            String problem = parameter.problem(value);
            if (problem != null) {
                throw new InvalidParameterException(name, problem);
            }
            values.put(name, value);
        });
        return new ParameterValues(values, types);
    }

    /** The value of a parameter of {@link Parameter.Type#INTEGER}. */
    public int integer(String name) {
        return Math.toIntExact(Parameter.whole(text(name, Parameter.Type.INTEGER)));
    }

    /** The value of a {@link Parameter.Type#NUMBER}, or of a whole one. */
    public double number(String name) {
        return types.get(name) == Parameter.Type.INTEGER
                ? Parameter.whole(text(name))
                : Double.parseDouble(text(name, Parameter.Type.NUMBER));
    }

    /** The value of a {@link Parameter.Type#FLAG}. */
    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name, Parameter.Type.FLAG));
    }

    private String text(String name, Parameter.Type type) {
        String value = text(name);
        Parameter.Type declared = types.get(name);
        if (declared != type) {
            throw new IllegalArgumentException(
                    "parameter '" + name + "' is declared as " + declared + " and asked for as " + type);
        }
        return value;
    }

    /** The value of any parameter, as it is written. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter '" + name + "' is declared");
        }
        return value;
    }
}
