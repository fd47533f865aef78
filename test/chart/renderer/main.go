// Renders a Helm chart without Helm, for the tests: Go's own templates, the functions of sprig, and the functions and objects of
// Helm that the chart uses. Any other function of Helm is an error.
//
// Reads {"chart": folder, "cases": [{"release", "namespace", "values"}]} from standard input, and writes
// [{"files": {name: text}, "error": text}], one for each case.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

type testCase struct {
	Release   string `json:"release"`
	Namespace string `json:"namespace"`
	Values    object `json:"values"`
}

type result struct {
	Files map[string]string `json:"files"`
	Error string            `json:"error"`
}

func main() {
	var input struct {
		Chart string     `json:"chart"`
		Cases []testCase `json:"cases"`
	}
	must(json.NewDecoder(os.Stdin).Decode(&input))
	results := []result{}
	for _, one := range input.Cases {
		files, err := render(input.Chart, one)
		answer := result{Files: files}
		if err != nil {
			answer.Error = err.Error()
		}
		results = append(results, answer)
	}
	must(json.NewEncoder(os.Stdout).Encode(results))
}

func render(chart string, one testCase) (map[string]string, error) {
	meta, values := object{}, object{}
	for name, target := range map[string]*object{"Chart.yaml": &meta, "values.yaml": &values} {
		text, err := os.ReadFile(filepath.Join(chart, name))
		must(err)
		must(yaml.Unmarshal(text, target))
	}
	context := object{
		"Values":  merged(values, one.Values),
		"Release": object{"Name": one.Release, "Namespace": one.Namespace, "Service": "Helm"},
		"Chart":   object{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Files":   files{folder: chart},
	}
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(err)
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, name, context); err != nil {
			return nil, err
		}
		rendered[name] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

// The files of the chart, by their paths in it. Glob matches within one folder.
type files struct{ folder string }

func (all files) Glob(pattern string) map[string][]byte {
	paths, err := filepath.Glob(filepath.Join(all.folder, pattern))
	must(err)
	found := map[string][]byte{}
	for _, path := range paths {
		name, err := filepath.Rel(all.folder, path)
		must(err)
		found[filepath.ToSlash(name)], err = os.ReadFile(path)
		must(err)
	}
	return found
}

func (all files) Get(path string) string {
	text, err := os.ReadFile(filepath.Join(all.folder, path))
	must(err)
	return string(text)
}

// The functions of a chart. Helm removes these two of sprig.
func functions(all *template.Template) template.FuncMap {
	funcs := sprig.TxtFuncMap()
	delete(funcs, "env")
	delete(funcs, "expandenv")
	funcs["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	funcs["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(message)
		}
		return value, nil
	}
	funcs["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		must(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	funcs["fromYaml"] = func(text string) (object, error) {
		value := object{}
		err := yaml.Unmarshal([]byte(text), &value)
		return value, err
	}
	return funcs
}

// Values of the user replace those of the chart, objects are merged, and null removes a value.
func merged(base, changes object) object {
	all := object{}
	for key, value := range base {
		all[key] = value
	}
	for key, value := range changes {
		inner, isObject := value.(object)
		outer, hasObject := all[key].(object)
		switch {
		case value == nil:
			delete(all, key)
		case isObject && hasObject:
			all[key] = merged(outer, inner)
		default:
			all[key] = value
		}
	}
	return all
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
