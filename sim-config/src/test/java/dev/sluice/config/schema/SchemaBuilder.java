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
import dev.sluice.config.bind.Alias;
import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Choosing;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Key;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.NamedBy;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shape;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.bind.Words;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.plugin.Provider;
import dev.sluice.plugin.Registry;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Generates the schemas from the classes that load the files; run it to renew {@code src/main/resources/schema}. */
final class SchemaBuilder {
    private static final String EXPRESSION = "\\$\\{.+\\}";

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
                .withCustomDefinitionProvider(SchemaBuilder::ofField)
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
        closeOnlyObjects(schema);
        typeMaps(schema);
        if (kind == Schemas.Kind.STREAM) {
            schema.path("$defs").forEachEntry(SchemaBuilder::expressionsInSteps);
        }
        ObjectNode named = schema.objectNode();
        named.set("$schema", schema.remove("$schema"));
        named.put("$id", kind.id());
        named.put("title", "Sluice " + kind.key());
        named.setAll(schema);
        return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(named) + "\n";
    }

    /** What the annotations of a component say about its values. */
    private static CustomPropertyDefinition ofField(FieldScope field, SchemaGenerationContext context) {
        RecordComponent component = component(field);
        if (component.isAnnotationPresent(Choosing.class)) {
            return choosing(field, context);
        }
        if (component.isAnnotationPresent(OneOrMany.class)) {
            return oneOrMany(field, context);
        }
        if (component.isAnnotationPresent(Capitals.class)) {
            return capitals(field, context);
        }
        ObjectNode node = context.getGeneratorConfig().createObjectNode();
        if (component.isAnnotationPresent(NamedBy.class)) {
            ArrayNode any = node.putArray("anyOf");
            names(any.addObject(), component);
            any.addObject().put("type", "string");
            return new CustomPropertyDefinition(node);
        }
        Words words = component.getAnnotation(Words.class);
        if (words != null) {
            ArrayNode values = node.put("type", "string").putArray("enum");
            Arrays.stream(words.value()).forEach(values::add);
            return new CustomPropertyDefinition(node);
        }
        return null;
    }

    /** The names of Sluice's own providers, and the default where that is none of them. */
    private static void names(ObjectNode node, RecordComponent component) {
        Class<? extends Provider> kind = component.getAnnotation(NamedBy.class).value();
        CodeSource own = kind.getProtectionDomain().getCodeSource();
        Set<String> names = new TreeSet<>();
        for (Provider provider : new Registry<>(kind).providers()) {
            // tests have providers of theirs
            if (provider.getClass().getProtectionDomain().getCodeSource().equals(own)) {
                names.add(provider.name());
            }
        }
        if (fallback(component) instanceof String text) {
            names.add(text);
        }
        ArrayNode values = node.put("type", "string").putArray("enum");
        names.forEach(values::add);
    }

    /** Constants as Vulkan writes them. */
    private static CustomPropertyDefinition capitals(FieldScope field, SchemaGenerationContext context) {
        ObjectNode node = context.getGeneratorConfig().createObjectNode();
        boolean list = field.getType().getErasedType() == List.class;
        ResolvedType type = list ? field.getType().getTypeParameters().get(0) : field.getType();
        ObjectNode item = list ? node.put("type", "array").putObject("items") : node;
        ArrayNode values = item.put("type", "string").putArray("enum");
        for (Object constant : type.getErasedType().getEnumConstants()) {
            values.add(((Enum<?>) constant).name());
        }
        return new CustomPropertyDefinition(node);
    }

    /** A list, or its only item. */
    private static CustomPropertyDefinition oneOrMany(FieldScope field, SchemaGenerationContext context) {
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
        any.add(name(field, context));
        ObjectNode map = any.addObject().put("type", "object");
        map.putObject("properties")
                .set(component(field).getAnnotation(Choosing.class).value(), name(field, context));
        scalar(map.putObject("additionalProperties"));
        node.put("description", component(field).getAnnotation(Doc.class).value());
        if (fallback(component(field)) instanceof String text) {
            node.put("default", text);
        }
        return new CustomPropertyDefinition(node, CustomDefinition.AttributeInclusion.NO);
    }

    private static ObjectNode name(FieldScope field, SchemaGenerationContext context) {
        ObjectNode node = context.getGeneratorConfig().createObjectNode();
        if (!component(field).isAnnotationPresent(NamedBy.class)) {
            return node.put("type", "string");
        }
        ArrayNode any = node.putArray("anyOf");
        names(any.addObject(), component(field));
        any.addObject().put("type", "string");
        return node;
    }

    /** Any single value; a union of types in one keyword is what strict validators refuse. */
    private static void scalar(ObjectNode node) {
        ArrayNode any = node.putArray("anyOf");
        any.addObject().put("type", "string");
        any.addObject().put("type", "number");
        any.addObject().put("type", "boolean");
    }

    /** The generator leaves the type of maps out, which strict validators ask for. */
    private static void typeMaps(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("additionalProperties").isObject()
                && !object.has("type")) {
            object.put("type", "object");
        }
        node.forEach(SchemaBuilder::typeMaps);
    }

    /** Where steps have numbers, steps of {@code repeat} may have expressions of the round. */
    private static void expressionsInSteps(String name, JsonNode definition) {
        if (name.matches("[A-Za-z]+Step\\..+|Map-[0-9]+")) {
            expressions(definition);
        }
    }

    private static void expressions(JsonNode node) {
        if (node.path("anyOf") instanceof ArrayNode any && numbers(any)) {
            expression(any);
            return;
        }
        if (node instanceof ObjectNode object && integer(object)) {
            ObjectNode number = object.objectNode();
            for (String key : List.of("type", "minimum", "maximum")) {
                if (object.has(key)) {
                    number.set(key, object.remove(key));
                }
            }
            expression(object.putArray("anyOf").add(number));
            return;
        }
        node.forEach(SchemaBuilder::expressions);
    }

    private static boolean numbers(ArrayNode any) {
        return any.valueStream().anyMatch(SchemaBuilder::integer);
    }

    private static boolean integer(JsonNode node) {
        return node.path("type").asString("").equals("integer");
    }

    private static void expression(ArrayNode any) {
        any.addObject().put("type", "string").put("pattern", EXPRESSION);
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
                scalar(node);
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
                if (!alias((Enum<?>) constant)) {
                    values.add(Shape.spelling((Enum<?>) constant));
                }
            }
            return new CustomDefinition(node, true);
        }

        private static boolean alias(Enum<?> constant) {
            return Arrays.stream(constant.getDeclaringClass().getFields())
                    .anyMatch(
                            field -> field.getName().equals(constant.name()) && field.isAnnotationPresent(Alias.class));
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
                if (Arrays.stream(choice.getRecordComponents()).allMatch(Shape::optional)) {
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
