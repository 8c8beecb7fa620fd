// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.CustomPropertyDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.sluice.config.bind.Choosing;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Key;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shape;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Generates the schemas from the classes that load the files; run it to renew {@code src/main/resources/schema}. */
final class SchemaBuilder {
    private SchemaBuilder() {}

    /** Writes all schemas to the directory {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        for (Schemas.Kind kind : Schemas.Kind.values()) {
            Path target = Path.of(args[0]).resolve(kind.key() + ".schema.json");
            Files.writeString(target, generate(kind), StandardCharsets.UTF_8);
        }
    }

    static String generate(Schemas.Kind kind) {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(
                        Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                        Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
                        Option.DEFINITIONS_FOR_ALL_OBJECTS)
                .without(Option.FLATTENED_ENUMS);
        config.forTypesInGeneral()
                .withCustomDefinitionProvider(new Definitions())
                .withPropertySorter(SchemaBuilder::inFileOrder)
                .withDefinitionNamingStrategy(
                        (key, context) -> name(key.getType().getErasedType()));
        config.forFields()
                .withCustomDefinitionProvider(SchemaBuilder::oneOrMany)
                .withPropertyNameOverrideResolver(SchemaBuilder::key)
                .withRequiredCheck(field -> !Shape.optional(component(field)))
                .withDescriptionResolver(field -> {
                    Doc doc = component(field).getAnnotation(Doc.class);
                    return doc == null ? null : doc.value();
                })
                .withDefaultResolver(field -> fallback(component(field)))
                .withNumberInclusiveMinimumResolver(field -> {
                    Min min = component(field).getAnnotation(Min.class);
                    return min == null || !number(field) ? null : BigDecimal.valueOf(min.value());
                })
                .withNumberInclusiveMaximumResolver(field -> {
                    Max max = component(field).getAnnotation(Max.class);
                    return max == null || !number(field) ? null : BigDecimal.valueOf(max.value());
                });
        ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(kind.root());
        schema.put("title", "Sluice " + kind.key());
        closeOnlyObjects(schema);
        return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
    }

    /** A list, or its only item. */
    private static CustomPropertyDefinition oneOrMany(FieldScope field, SchemaGenerationContext context) {
        if (component(field).isAnnotationPresent(Choosing.class)) {
            return choosing(field, context);
        }
        if (!component(field).isAnnotationPresent(OneOrMany.class)) {
            return null;
        }
        ResolvedType item = field.getType().getTypeParameters().get(0);
        ObjectNode node = context.getGeneratorConfig().createObjectNode();
        ArrayNode any = node.putArray("anyOf");
        ObjectNode list = any.addObject().put("type", "array");
        list.set("items", context.createDefinitionReference(item));
        any.add(context.createDefinitionReference(item));
        return new CustomPropertyDefinition(node);
    }

    /** A mapping of single values, or just one of them. */
    private static CustomPropertyDefinition choosing(FieldScope field, SchemaGenerationContext context) {
        ObjectNode node = context.getGeneratorConfig().createObjectNode();
        ArrayNode any = node.putArray("anyOf");
        any.addObject().put("type", "string");
        ObjectNode map = any.addObject().put("type", "object");
        map.putObject("properties")
                .putObject(component(field).getAnnotation(Choosing.class).value())
                .put("type", "string");
        map.putObject("additionalProperties")
                .putArray("type")
                .add("string")
                .add("number")
                .add("boolean");
        node.put("description", component(field).getAnnotation(Doc.class).value());
        if (fallback(component(field)) instanceof String text) {
            node.put("default", text);
        }
        return new CustomPropertyDefinition(node, CustomDefinition.AttributeInclusion.NO);
    }

    /** The generator forbids further keys also where it knows none, as beside anyOf, where that would forbid all. */
    private static void closeOnlyObjects(JsonNode node) {
        if (node instanceof ObjectNode object
                && !object.has("properties")
                && object.path("additionalProperties").isBoolean()) {
            object.remove("additionalProperties");
        }
        node.forEach(SchemaBuilder::closeOnlyObjects);
    }

    /** Sorting is stable, so that keys stay in the order of their components. */
    private static int inFileOrder(MemberScope<?, ?> one, MemberScope<?, ?> other) {
        return Boolean.compare(one.isStatic(), other.isStatic());
    }

    private static boolean number(FieldScope field) {
        Class<?> type = component(field).getType();
        return type == int.class || type == long.class || type == Integer.class || type == Long.class;
    }

    private static String key(FieldScope field) {
        Key key = component(field).getAnnotation(Key.class);
        return key == null ? null : key.value();
    }

    private static Object fallback(RecordComponent component) {
        Default annotation = component.getAnnotation(Default.class);
        if (annotation == null || annotation.value().equals("{}")) {
            return null;
        }
        String text = annotation.value();
        if (component.getType() == boolean.class) {
            return Boolean.valueOf(text);
        }
        if (component.getType() == List.class) {
            return Arrays.stream(text.substring(1, text.length() - 1).split(", ", -1))
                    .map(Long::valueOf)
                    .toList();
        }
        return text.matches("-?[0-9]+") ? (Object) Long.valueOf(text) : text;
    }

    private static RecordComponent component(FieldScope field) {
        return Arrays.stream(field.getDeclaringType().getErasedType().getRecordComponents())
                .filter(component -> component.getName().equals(field.getDeclaredName()))
                .findFirst()
                .orElseThrow();
    }

    private static String name(Class<?> type) {
        String owner =
                type.getEnclosingClass() == null ? "" : type.getEnclosingClass().getSimpleName() + ".";
        return owner + type.getSimpleName();
    }

    private static final class Definitions implements CustomDefinitionProviderV2 {
        @Override
        public CustomDefinition provideCustomSchemaDefinition(ResolvedType type, SchemaGenerationContext context) {
            Class<?> raw = type.getErasedType();
            if (raw == Size.class || raw == Frequency.class || raw == Duration.class || raw == RangeSize.class) {
                return unit(raw, context);
            }
            if (Node.class.isAssignableFrom(raw)) {
                return raw(raw, context);
            }
            if (raw.isEnum()) {
                return constants(raw, context);
            }
            if (raw == OneKey.class) {
                return choices(type.getTypeParameters().get(0).getErasedType(), context);
            }
            if (raw.isAnnotationPresent(Shorthand.class)) {
                return shorthand(type, context);
            }
            if (raw.isRecord() && raw.getRecordComponents().length == 0) {
                ObjectNode node = object(context);
                node.putArray("type").add("object").add("null");
                node.put("maxProperties", 0);
                return new CustomDefinition(node, true);
            }
            return null;
        }

        private static ObjectNode object(SchemaGenerationContext context) {
            return context.getGeneratorConfig().createObjectNode();
        }

        private static CustomDefinition unit(Class<?> type, SchemaGenerationContext context) {
            String pattern = Map.of(
                            Size.class, Size.PATTERN,
                            Frequency.class, Frequency.PATTERN,
                            Duration.class, Duration.PATTERN,
                            RangeSize.class, "^(VK_)?WHOLE_SIZE$|" + Size.PATTERN)
                    .get(type);
            ObjectNode node = object(context);
            ArrayNode any = node.putArray("anyOf");
            any.addObject().put("type", "integer").put("minimum", type == Frequency.class ? 1 : 0);
            any.addObject().put("type", "string").put("pattern", pattern);
            return new CustomDefinition(node, true);
        }

        private static CustomDefinition raw(Class<?> type, SchemaGenerationContext context) {
            ObjectNode node = object(context);
            if (type == ScalarNode.class) {
                node.putArray("type").add("string").add("number").add("boolean");
            } else if (type == MapNode.class) {
                node.put("type", "object");
            } else if (type == ListNode.class) {
                node.put("type", "array");
            }
            return new CustomDefinition(node, true);
        }

        private static CustomDefinition constants(Class<?> type, SchemaGenerationContext context) {
            ObjectNode node = object(context);
            ArrayNode values = node.putArray("enum");
            for (Object constant : type.getEnumConstants()) {
                String spelling = Shape.spelling((Enum<?>) constant);
                values.add(spelling);
                if (!spelling.equals(((Enum<?>) constant).name())) {
                    values.add(((Enum<?>) constant).name());
                }
            }
            return new CustomDefinition(node, true);
        }

        private CustomDefinition choices(Class<?> sealed, SchemaGenerationContext context) {
            ObjectNode node = object(context);
            ArrayNode any = node.putArray("anyOf");
            ArrayNode bare = context.getGeneratorConfig().createArrayNode();
            Shape.choices(sealed).forEach((key, choice) -> {
                ResolvedType resolved = context.getTypeContext().resolve(choice);
                ObjectNode option = any.addObject();
                option.put("type", "object");
                ObjectNode properties = option.putObject("properties");
                properties.set(key, context.createDefinitionReference(resolved));
                OneKey.beside().forEach((beside, of) -> {
                    if (beside.equals(key)) {
                        return;
                    }
                    if (of.isRecord()) {
                        ResolvedType record = context.getTypeContext().resolve(of);
                        properties.set(beside, context.createDefinitionReference(record));
                    } else {
                        properties.putObject(beside).put("type", of == boolean.class ? "boolean" : "string");
                    }
                });
                option.putArray("required").add(key);
                option.put("additionalProperties", false);
                if (choice.getRecordComponents().length == 0) {
                    bare.add(key);
                }
            });
            if (!bare.isEmpty()) {
                any.addObject().set("enum", bare);
            }
            return new CustomDefinition(node, false);
        }

        private CustomDefinition shorthand(ResolvedType type, SchemaGenerationContext context) {
            Class<?> raw = type.getErasedType();
            String key = raw.getAnnotation(Shorthand.class).value();
            RecordComponent component = Arrays.stream(raw.getRecordComponents())
                    .filter(candidate -> Shape.key(candidate).equals(key))
                    .findFirst()
                    .orElseThrow();
            ObjectNode node = object(context);
            ArrayNode any = node.putArray("anyOf");
            any.add(context.createDefinitionReference(context.getTypeContext().resolve(component.getGenericType())));
            any.add(context.createStandardDefinition(type, this));
            return new CustomDefinition(node, false);
        }
    }
}
